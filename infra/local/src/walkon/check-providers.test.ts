import { startSmtpServer } from '@walkon/notifier/testing/smtp-server'
import { startReplayFeed } from '@walkon/sandbox/replay/replay-feed'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { toEnvironments, type Environments } from '../environments.ts'
import { readLocalSettings } from '../settings.ts'
import { SAMPLE_ADDRESSES, SAMPLE_SECRETS } from '../unconnected-services.ts'
import { checkProviders, type Finding } from './check-providers.ts'

const feed = await startReplayFeed(() => new Date())
const mailbox = await startSmtpServer()
/** Accounts at companies that answer as told. */
let accountStatus = 200
const accounts = createServer((_request, response) => response.writeHead(accountStatus).end('{}'))
accounts.listen(0, '127.0.0.1')
await once(accounts, 'listening')
const accountsUrl = `http://127.0.0.1:${(accounts.address() as AddressInfo).port}`

afterAll(async () => {
  accounts.close()
  await Promise.all([feed.close(), mailbox.close()])
})
beforeEach(() => {
  mailbox.reset()
  accountStatus = 200
})

const OFFERED = 'e957da41-3552-4cf6-b636-5babc5cbc4e5'
const TWILIO = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_MESSAGING_SERVICE_SID: 'MG1' }

function environmentsOf(env: Record<string, string>): Environments['services'] {
  const settings = readLocalSettings({
    MODE: 'real',
    SUPPORT_EMAIL: 'operator@walkon.example',
    MAIL_FROM: 'Walkon <walkon@walkon.example>',
    POSTAL_ADDRESS: 'Ada, 1 Example Street, Orlando',
    SMTP_URL: mailbox.url,
    PARK_FEED_URL: feed.url,
    DESTINATIONS: OFFERED,
    ...env,
  })
  return toEnvironments(settings, SAMPLE_SECRETS, SAMPLE_ADDRESSES).services
}

async function check(env: Record<string, string> = {}) {
  const findings: Finding[] = []
  const services = environmentsOf(env)
  services.notifier = { ...services.notifier, TWILIO_API_URL: accountsUrl }
  services.flights = { ...services.flights, DUFFEL_API_URL: accountsUrl }
  const areWell = await checkProviders(services, {
    dataDir: '/nowhere',
    operator: 'operator@walkon.example',
    say: (finding) => findings.push(finding),
  })
  return { areWell, findings: Object.fromEntries(findings.map((one) => [one.provider, one])) }
}

test('providers that work are said to be well, and the operator has a mail', async () => {
  const { areWell, findings } = await check({ ...TWILIO, DUFFEL_ACCESS_TOKEN: 'duffel' })

  expect(areWell).toBe(true)
  expect(Object.keys(findings)).toEqual(['feed', 'mail', 'push keys', 'Twilio', 'Duffel'])
  expect(findings['feed']?.told).toContain('Walt Disney World')
  expect(mailbox.taken).toMatchObject([{ to: 'operator@walkon.example', from: 'walkon@walkon.example' }])
})

test('a sender that the mail server refuses is named by its setting', async () => {
  mailbox.state.faultOf = () => ({ at: 'mail', reply: '553 5.7.1 Sender address rejected' })
  const { areWell, findings } = await check()

  expect(areWell).toBe(false)
  expect(findings['mail']).toMatchObject({
    isWell: false,
    told: expect.stringContaining('MAIL_FROM') as string,
  })
})

test('a password that is wrong is named by its setting, and not shown', async () => {
  const { findings } = await check({ SMTP_URL: mailbox.url.replace(/:[^:@]+@/, ':not-the-password@') })

  expect(findings['mail']?.told).toContain('SMTP_URL')
  expect(JSON.stringify(findings)).not.toContain('not-the-password')
})

test('a destination that the feed does not list is named', async () => {
  const stranger = '00000000-0000-4000-8000-000000000000'
  const { findings } = await check({ DESTINATIONS: `${OFFERED},${stranger}` })

  expect(findings['feed']).toMatchObject({ isWell: false, told: expect.stringContaining(stranger) as string })
})

test('accounts that are refused are named by their settings', async () => {
  accountStatus = 401
  const { findings } = await check({ ...TWILIO, DUFFEL_ACCESS_TOKEN: 'duffel' })

  expect(findings['Twilio']?.told).toContain('TWILIO_AUTH_TOKEN')
  expect(findings['Duffel']?.told).toContain('DUFFEL_ACCESS_TOKEN')
})

test('pushes need an address with https', async () => {
  const services = environmentsOf({})
  services.notifier = { ...services.notifier, PUBLIC_URL: 'http://192.168.1.5:8080' }
  const findings: Finding[] = []
  await checkProviders(services, {
    dataDir: '/nowhere',
    operator: 'o@walkon.example',
    say: (one) => findings.push(one),
  })

  expect(findings.find(({ provider }) => provider === 'push keys')).toMatchObject({
    isWell: false,
    told: expect.stringContaining('PUBLIC_URL') as string,
  })
})
