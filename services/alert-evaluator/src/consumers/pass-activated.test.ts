import { AT_THE_END } from '@walkon/messaging/inbox'
import { passRegistered } from '@walkon/contracts/events/alerts'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { passActivated, passRevoked } from '@walkon/contracts/events/billing'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPoll,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  passIdOf,
  type TestPark,
} from '../testing/evaluator.ts'
import { heard } from '@walkon/testing/service'

const { db, handlers, hear, triggered, published, passTime, waitingForLocks, clear, close } =
  await createTestEvaluator()
afterAll(close)

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
  await hear([catalogOf(park)])
})

const rows = async (table: string) => (await db.execute(sql.raw(`select * from ${table}`))).length

const tomorrow = { date: '2026-07-02', startsAt: at(24 * 60), endsAt: at(48 * 60) }

describe('PassActivated', () => {
  test('a pass watches all attractions of its park when the visitor has chosen none', async () => {
    await hear([aPass(park)])

    await hear([aPoll(park, [5, 6])])

    expect(await triggered()).toMatchObject([{ alerts: [{ rideName: 'Ride 1' }, { rideName: 'Ride 2' }] }])
  })

  test.for([['the catalogue'], ['the pass']] as const)(
    'a pass and the catalogue of its park, applied at the same moment, give every watch, %s first',
    async ([first]) => {
      const opening = aPark(2)
      const both = [catalogOf(opening), aPass(opening)]
      const [one, other] = first === 'the pass' ? both.toReversed() : both
      let second: Promise<void> | undefined
      await db.transaction(async (tx) => {
        await handlers
          .find(({ definition }) => definition === one?.definition)
          ?.handle([one!.event], tx, AT_THE_END)
        second = hear([other!])
        await expect.poll(waitingForLocks).toBe(1)
      })
      await second

      await hear([aReading(opening, 5)])

      expect(await triggered()).toHaveLength(1)
    },
  )

  test('a pass that is published again is answered again, and changes no choice of its visitor', async () => {
    const pass = aPass(park, { email: 'ada@example.com' })
    await hear([pass])
    await db.execute(sql`update subscriptions set active = false`)

    await hear([heard(passActivated, pass.event.data as never)])

    expect(await published(passRegistered)).toEqual([{ passId: passIdOf(pass) }, { passId: passIdOf(pass) }])
    expect(await db.execute(sql`select active from subscriptions`)).toEqual([{ active: false }])
  })

  test('a further pass leaves the rides that the visitor chose as they are', async () => {
    const email = 'ada@example.com'
    await hear([aPass(park, { email })])
    await db.execute(sql`update watches set active = ride_id = ${park.attractions[1]?.rideId ?? null}`)

    await hear([aPass(park, { email })])
    await hear([aPoll(park, [5, 6])])

    expect(await triggered()).toMatchObject([{ alerts: [{ rideName: 'Ride 2' }] }])
  })

  test('a further pass extends the subscription that the address has for the park, and switches it on', async () => {
    const email = 'ada@example.com'
    await hear([aPass(park, { email })])
    await db.execute(sql`update subscriptions set active = false`)

    await hear([aPass(park, { email: 'Ada@Example.com', windows: [tomorrow] })])
    await hear([aReading(park, 5)])

    expect(await rows('subscriptions')).toBe(1)
    expect(await triggered()).toHaveLength(1)
  })

  test('a pass published twice under two ids counts once', async () => {
    const pass = aPass(park)

    await hear([pass])
    await hear([{ ...pass, event: { ...pass.event, id: randomUUID() } }])

    expect([await rows('passes'), await rows('pass_windows')]).toEqual([1, 1])
    expect(await published(notificationRequested)).toHaveLength(1)
  })

  test('adjacent windows of a pass leave no gap between them', async () => {
    await hear([
      aPass(park, {
        windows: [
          { date: '2026-07-01', startsAt: at(-60), endsAt: at(60) },
          { date: '2026-07-02', startsAt: at(60), endsAt: at(120) },
        ],
      }),
    ])

    await passTime(90)
    await hear([aReading(park, 5)])

    expect(await triggered()).toHaveLength(1)
  })

  test('a free pass requests one mail that says which alerts are on', async () => {
    await hear([aPass(park, { email: 'ada@example.com', windows: [tomorrow], paid: false })])
    await hear([catalogOf({ ...park, name: 'Another name' })])

    expect(await published(notificationRequested)).toMatchObject([
      {
        recipient: { channel: 'email', address: 'ada@example.com' },
        notification: {
          name: 'alerts-activated',
          park: { parkId: park.parkId, timezone: park.timezone },
          about: [park.name, 'July 2'],
          paragraphs: [expect.stringMatching(/We start on \w{3}, \w{3} \d+ at \d+(:\d\d)? [ap]m /)],
        },
      },
    ])
  })

  test('a paid pass requests no mail: billing says that the alerts are on, with the receipt', async () => {
    await hear([aPass(park, { paid: true })])
    await hear([catalogOf({ ...park, name: 'Another name' })])

    expect(await published(notificationRequested)).toEqual([])
  })

  test('a pass for an unknown park is stored, and completed when the catalogue of the park arrives', async () => {
    const unknown = aPark()
    await hear([aPass(unknown)])
    expect(await published(notificationRequested)).toEqual([])

    await hear([catalogOf(unknown)])
    await hear([aReading(unknown, 5)])

    expect(await triggered()).toHaveLength(1)
    expect(await published(notificationRequested)).toMatchObject([
      { notification: { about: [unknown.name, expect.any(String)] } },
    ])
  })
})

describe('PassRevoked', () => {
  const revoked = (passId: unknown) => heard(passRevoked, { passId: String(passId), reason: 'refunded' })

  test('a revoked pass has its windows ended now', async () => {
    const pass = aPass(park)
    await hear([pass])

    await hear([revoked(pass.event.data['passId'])])
    await hear([aReading(park, 5)])

    expect(await triggered()).toEqual([])
  })

  test('a revoked pass leaves the windows of other passes open', async () => {
    const email = 'ada@example.com'
    const [pass, other] = [aPass(park, { email }), aPass(park, { email })]
    await hear([pass, other])

    await hear([revoked(pass.event.data['passId'])])
    await hear([aReading(park, 5)])

    expect(await triggered()).toHaveLength(1)
  })

  test('the revocation of an unknown pass is ignored', async () => {
    await expect(hear([revoked(randomUUID())])).resolves.toBeUndefined()
  })
})

describe('ParkCatalogChanged', () => {
  const opened = () => {
    const ride = { rideId: randomUUID(), name: 'A new ride', retired: false }
    return { ...park, attractions: [...park.attractions, ride] }
  }

  test('a new ride is watched at once by subscriptions that watch all rides', async () => {
    await hear([aPass(park)])
    const larger = opened()

    await hear([catalogOf(larger)])
    await hear([aReading(larger, 5, { ride: 2 })])

    expect(await triggered()).toMatchObject([{ alerts: [{ rideName: 'A new ride', thresholdMinutes: 15 }] }])
  })

  test('a new ride is not watched by subscriptions with chosen rides', async () => {
    await hear([aPass(park)])
    await db.execute(sql`update subscriptions set watches_all = false`)
    const larger = opened()

    await hear([catalogOf(larger)])
    await hear([aReading(larger, 5, { ride: 2 })])

    expect(await triggered()).toEqual([])
  })

  test('a new ride is not watched by a stopped subscription until it is switched on again', async () => {
    await hear([aPass(park)])
    await db.execute(sql`update subscriptions set active = false`)
    const larger = opened()

    await hear([catalogOf(larger)])
    await hear([aReading(larger, 5, { ride: 2 })])

    expect(await triggered()).toEqual([])
  })

  test('a renamed park has its new name in the next alert', async () => {
    await hear([aPass(park)])

    await hear([catalogOf({ ...park, name: 'A better name' })])
    await hear([aReading(park, 5)])

    expect(await triggered()).toMatchObject([{ parkName: 'A better name' }])
  })
})
