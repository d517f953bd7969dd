import { createServer, type AddressInfo, type Socket } from 'node:net'

interface Received {
  from: string
  to: string[]
  data: string
  login: string | undefined
}
export interface SmtpServer {
  url: (login?: string) => string
  received: Received[]
  /** The reply after DATA; 250 unless a test changes it. */
  answer: { line: string }
  close(): Promise<void>
}

/** Starts a minimal SMTP server (RFC 5321, AUTH PLAIN) on loopback that stores the emails it receives. */
export async function startSmtp(): Promise<SmtpServer> {
  const received: Received[] = []
  const answer = { line: '250 taken' }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let pending = ''
    let inData = false
    let mail: Received = { from: '', to: [], data: '', login: undefined }
    const reply = (line: string) => socket.write(`${line}\r\n`)
    const handleCommand = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') return reply('250-localhost\r\n250-8BITMIME\r\n250 AUTH PLAIN')
      if (verb === 'AUTH') {
        mail.login = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .replaceAll('\0', ' ')
          .trim()
        return reply('235 welcome')
      }
      if (verb === 'MAIL') mail = { ...mail, from: addressIn(line), to: [], data: '' }
      if (verb === 'RCPT') mail.to.push(addressIn(line))
      if (verb === 'QUIT') return void socket.end('221 bye\r\n')
      if (verb !== 'DATA') return reply('250 ok')
      inData = true
      reply('354 go on')
    }
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      pending += chunk
      for (;;) {
        const end = pending.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const part = pending.slice(0, end)
        pending = pending.slice(end + (inData ? 5 : 2))
        if (!inData) {
          handleCommand(part)
          continue
        }
        inData = false
        if (answer.line.startsWith('2')) received.push({ ...mail, data: part })
        reply(answer.line)
      }
    })
    reply('220 localhost ready')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (login) => `smtp://${login === undefined ? '' : `${login}@`}127.0.0.1:${port}`,
    received,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

/** The headers and the decoded parts of an email, by content type. */
export function partsOf(data: string): { headers: string; parts: Record<string, string> } {
  const [headers = ''] = data.split('\r\n\r\n', 1)
  // Boundaries of a message with attachments are nested.
  const boundaries = [...data.matchAll(/boundary="([^"]+)"/g)].map(([, boundary]) =>
    boundary!.replaceAll(/[^\w]/g, String.raw`\$&`),
  )
  const parts = data
    .split(new RegExp(`--(?:${boundaries.join('|')})(?:--)?\\r\\n`))
    .filter((part) => /^Content-Type: (?!multipart)/im.test(part.split('\r\n\r\n', 1)[0]!))
    .map((part) => {
      const at = part.indexOf('\r\n\r\n')
      const [head, body] = [part.slice(0, at), part.slice(at + 4)]
      const type = /Content-Type: ([\w/]+)/i.exec(head)?.[1] ?? ''
      const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(head)?.[1]?.toLowerCase()
      if (encoding === 'base64') return [type, Buffer.from(body, 'base64').toString()] as const
      return [type, encoding === 'quoted-printable' ? unquote(body) : body] as const
    })
  return { headers, parts: Object.fromEntries(parts) }
}

function unquote(body: string): string {
  const joined = body.replaceAll('=\r\n', '')
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}
