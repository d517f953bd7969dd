import { brand } from '#brand.ts'
import type { Language } from '#contract/places/places.ts'
import { offline as en } from '#i18n/en/offline.ts'
import { offline as fr } from '#i18n/fr/offline.ts'
import { buttonStyles } from '#web/ui/buttonStyles.ts'
import { listKeptStyles, type KeptPart } from './frames.ts'

const sentences = { en, fr }

/** A page for addresses that need the network, with links to what is kept, in the kept styles. */
export async function writeOfflinePage({
  language,
  parts,
}: {
  language: Language
  parts: readonly KeptPart[]
}): Promise<Response> {
  const { title, text, passes, text_guard, guard, retry } = sentences[language]
  const hasPasses = parts.includes('bookings')
  const links = [hasPasses && ['/bookings', passes], parts.includes('guard') && ['/guard', guard]]
    .filter((link) => link !== false)
    .map(([href, label]) => `<a class="${buttonStyles('primary', 'md')}" href="${href}">${label}</a>`)
  const styles = (await listKeptStyles()).map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  // An empty address is the page itself.
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${title} | ${brand.name}</title>
${styles}
</head>
<body>
<main class="mx-auto grid min-h-dvh max-w-md content-center justify-items-center gap-2 px-4 py-10 text-center">
<p class="mb-3 text-md font-bold text-ink-2">${brand.name}</p>
<h1 class="text-xl">${title}</h1>
<p class="text-ink-2">${hasPasses ? text : text_guard}</p>
<p class="mt-4 flex flex-wrap justify-center gap-2.5">
${links.join('\n')}
<a class="${buttonStyles('outline', 'md')}" href="">${retry}</a>
</p>
</main>
</body>
</html>
`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'",
    },
  })
}
