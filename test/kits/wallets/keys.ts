import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const passType = 'pass.example.parkwell'
export const team = 'TEAM123456'

/** A key with its certificate, both PEM. */
export interface Certified {
  key: string
  certificate: string
}

/** An authority that issues certificates as Apple's does, made by OpenSSL. */
export interface Authority {
  certificate: string
  issue: (subject: string, extensions?: string) => Certified
}

const openssl = (folder: string, ...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })

export function buildAuthority(name = 'Test Worldwide Developer Relations'): Authority {
  const root = within((folder) => {
    const subject = `/CN=${name}/O=Test`
    openssl(
      folder,
      'req',
      '-x509',
      ...'-newkey rsa:2048 -nodes -days 30 -keyout key -out cert'.split(' '),
      '-subj',
      subject,
    )
    return readPair(folder)
  })
  const issue: Authority['issue'] = (subject, extensions) =>
    within((folder) => {
      writeFileSync(join(folder, 'ca-key'), root.key)
      writeFileSync(join(folder, 'ca-cert'), root.certificate)
      writeFileSync(join(folder, 'extensions'), extensions ?? '')
      openssl(folder, 'req', ...'-newkey rsa:2048 -nodes -keyout key -out request'.split(' '), '-subj', subject)
      const words =
        'x509 -req -in request -CA ca-cert -CAkey ca-key -days 30 -set_serial 7 -extfile extensions -out cert'
      openssl(folder, ...words.split(' '))
      return readPair(folder)
    })
  return { certificate: root.certificate, issue }
}

export const buildPassCertificate = (authority: Authority, type = passType): Certified =>
  authority.issue(`/UID=${type}/CN=Pass Type ID: ${type}/OU=${team}/O=Test/C=US`)

/** The key file of a service account, whose tokens come from `token_uri`, with its public key. */
export function buildServiceAccount(token_uri: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const private_key = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const client_email = 'passes@test-project.iam.example'
  const file = JSON.stringify({ type: 'service_account', client_email, private_key, token_uri })
  return { file, client_email, publicKey }
}

const readPair = (folder: string): Certified => ({
  key: readFileSync(join(folder, 'key'), 'utf8'),
  certificate: readFileSync(join(folder, 'cert'), 'utf8'),
})

function within<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-keys-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
