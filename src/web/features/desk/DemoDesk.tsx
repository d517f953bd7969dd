import { useNavigate } from 'react-router'
import { demoRoles } from '#contract/accounts/desk/demo.ts'
import { call } from '#web/api/call.ts'
import { useSignIn } from '#web/api/useSignIn.ts'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'

/** Opens the desk as an example person with a role, outside of production. */
export function DemoDesk() {
  const { t, translateKey, language } = useDeskWords()
  const signIn = useSignIn()
  const navigate = useNavigate()
  const { withReauth } = useReauth()
  const open = (role: (typeof demoRoles)[number]) =>
    withReauth(async () => {
      const { access_token, user } = await call('POST /api/v1/demo/desk', { body: { role, language } })
      signIn(access_token, user)
      if (role === 'guard') void navigate(paths.guard())
      if (role === 'delivery_boy') void navigate(paths.courier())
    })
  return (
    <section aria-labelledby="demo-desk" className="mx-auto mt-6 grid max-w-lg justify-items-center gap-3 text-center">
      <h2 id="demo-desk" className="text-md font-bold">
        {t('desk.demo.title')}
      </h2>
      <p className="text-ink-2">{t('desk.demo.text')}</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {demoRoles.map((role) => (
          <li key={role}>
            <Button variant="outline" size="md" onClick={() => open(role)}>
              {translateKey(`desk.words.roles.${role}`)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
