import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { leaseQueued } from '../db/deliveries/leases.ts'
import { aNumber, aTextPass, createTestNotifier } from '../testing/notifier.ts'

// A number is asked three times a day at most, so each test has one of its own.
let number = ''

let replies = 0
const aReply = (Body: string, more: Record<string, string> = {}) => ({
  MessageSid: `SM${replies++}`,
  From: number,
  To: '+18885550100',
  Body,
  SmsStatus: 'received',
  ...more,
})

async function startNotifier(keywordsBy: 'twilio' | 'walkon') {
  const notifier = await createTestNotifier({ env: { TEXT_KEYWORDS_BY: keywordsBy } })
  return {
    ...notifier,
    /** Sends the queue. Returns the answers among it, as a phone would show them. */
    async sent() {
      const { leased } = await notifier.db.transaction((tx) =>
        leaseQueued(tx, 'sms', { owner: crypto.randomUUID(), limit: 100, leaseSeconds: 60 }),
      )
      return leased.flatMap(({ content }) => (content.kind === 'reply-answer' ? [content.to.kind] : []))
    },
    say: (text: string, more?: Record<string, string>) => notifier.applyTwilio(aReply(text, more)),
  }
}

describe('Where Twilio leaves STOP, START and HELP to us', async () => {
  const { hear, clear, close, sent, say, suppress, db } = await startNotifier('walkon')
  afterAll(close)
  beforeEach(async () => {
    number = aNumber()
    await clear()
    await hear([
      aTextPass({ email: `${randomUUID()}@example.com`, recipient: { channel: 'sms', address: number } }),
    ])
    await sent()
  })

  test.for([
    ['STOP', ['stopped']],
    ['HELP', ['help']],
    ['info', ['help']],
    ['START', []],
    ['YES', ['yes']],
  ] as const)('%s has one answer, if it changes or asks anything', async ([word, answers]) => {
    await say(word)
    expect(await sent()).toEqual(answers)
  })

  test('what is not understood is answered once a day with the words that work, and a reaction of a phone never', async () => {
    await say('Liked “Walkon: Reply YES to get ride alerts by text.”')
    expect(await sent()).toEqual([])
    await say('what is this')
    await say('hello?')
    expect(await sent()).toEqual(['unclear'])
  })

  test('“Yes please” confirms the number, and “stop all the texts” stops it', async () => {
    await say('Yes please')
    expect(await sent()).toEqual(['yes'])
    await say('stop all the texts')
    expect(await sent()).toEqual(['stopped'])
  })

  test('a number that nobody was asked about gets no answer', async () => {
    number = aNumber()
    await say('what is this')
    expect(await sent()).toEqual([])
  })

  test('a second STOP has no answer, and ends the first answer neither if that has not left yet', async () => {
    await say('STOP')
    await say('stop all the texts')
    await say('STOP')
    expect(await sent()).toEqual(['stopped'])
    await say('STOP')
    expect(await sent()).toEqual([])
  })

  test.for(['HELP', 'DONE', 'SNOOZE 30'])('after STOP, %s has no answer', async (word) => {
    await say('STOP')
    await sent()
    await say(word)
    expect(await sent()).toEqual([])
  })

  test.for([
    ['START', 'started'],
    ['YES', 'yes'],
  ] as const)('%s after STOP has one answer, and texts go again', async ([word, answer]) => {
    await say('STOP')
    await sent()
    await say(word)
    expect(await sent()).toEqual([answer])
    expect(await db.execute(sql`select from suppressions`)).toHaveLength(0)
  })

  test('a number that is dead gets not even the answer to STOP', async () => {
    await suppress({ channel: 'sms', addressHash: hashAddress(number), reason: 'invalid', scope: 'all' })
    await say('STOP')
    expect(await sent()).toEqual([])
  })

  test('a number that we never wrote to has no answer', async () => {
    await say('HELP', { From: '+14075559999' })
    await say('STOP', { From: '+14075559999' })
    expect(await sent()).toEqual([])
  })

  test.for([
    ['ARRET', 'STOP'],
    ['HELP', 'HELP'],
    ['YES', 'START'],
  ] as const)(
    '%s that Twilio says it handled as %s has its answer from Twilio alone',
    async ([word, type]) => {
      if (type === 'START') {
        await say('STOP')
        await sent()
      }
      await say(word, { OptOutType: type })
      expect(await sent()).toEqual([])
    },
  )
})

describe('Where Twilio answers STOP, START and HELP', async () => {
  const { hear, clear, close, sent, say, db } = await startNotifier('twilio')
  afterAll(close)
  beforeEach(async () => {
    number = aNumber()
    await clear()
    await hear([aTextPass({ recipient: { channel: 'sms', address: number } })])
    await sent()
  })

  test.for(['STOP', 'START', 'HELP'])('%s has no answer of ours', async (word) => {
    await say(word)
    expect(await sent()).toEqual([])
  })

  test('a word of the account’s own that Twilio handled as STOP ends texts', async () => {
    await say('ARRET', { OptOutType: 'STOP' })
    expect(await db.execute(sql`select reason from suppressions`)).toEqual([{ reason: 'unsubscribed' }])
  })
})
