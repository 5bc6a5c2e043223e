import { userRolesChanged } from '@walkon/contracts/events/identity'
import type { Role } from '@walkon/contracts/http/identity'
import { applyRecords } from '@walkon/messaging/inbox'
import { createTestDatabase } from '@walkon/testing/database'
import { anEvent, aRecord } from '@walkon/testing/events'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { forgetFormerHolders, projectRoles, roleHolders, rolesOf, standingRoles } from './role-holders.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
afterAll(drop)

const CHANGED_AT = new Date('2026-07-01T16:00:00Z')
const secondsLater = (seconds: number) => new Date(CHANGED_AT.getTime() + seconds * 1_000)

const hear = (...changes: { userId: string; roles: Role[]; changedAt?: Date }[]) =>
  applyRecords(
    db,
    [projectRoles()],
    changes.map(({ userId, roles, changedAt = CHANGED_AT }) => {
      const data = { userId, roles, changedAt: changedAt.toISOString() }
      return aRecord(anEvent(userRolesChanged, data), userRolesChanged)
    }),
  )

const find = standingRoles(db)
const tokenOf = (userId: string, roles: Role[], seconds: number) =>
  find({ userId, roles, knownAt: secondsLater(seconds) })

test('a role that was taken is gone from a token that was issued before', async () => {
  const userId = randomUUID()
  await hear({ userId, roles: ['support'] })

  expect(await tokenOf(userId, ['admin', 'support'], -60)).toEqual(['support'])
})

test('a token that was signed at the moment of the change has no role that was taken', async () => {
  const userId = randomUUID()
  await hear({ userId, roles: [] })

  expect(await tokenOf(userId, ['admin'], 1)).toEqual([])
})

test('a later token has a role of which this service has not heard yet', async () => {
  const userId = randomUUID()
  await hear({ userId, roles: ['support'] })

  expect(await tokenOf(userId, ['admin', 'support'], 60)).toEqual(['admin', 'support'])
})

test('the roles of a token stand for an account of which no change was heard', async () => {
  expect(await tokenOf(randomUUID(), ['moderator'], 0)).toEqual(['moderator'])
})

test('an event gives an older token no role that it does not name', async () => {
  const userId = randomUUID()
  await hear({ userId, roles: ['admin'] })

  expect(await tokenOf(userId, ['support'], -60)).toEqual([])
})

test('of two events of an account the later instant stands, in whichever order they come', async () => {
  const userId = randomUUID()
  await hear({ userId, roles: [], changedAt: secondsLater(5) }, { userId, roles: ['admin'] })

  expect(await rolesOf(db, userId)).toEqual([])
})

test('an account has the roles of the last event, and an unknown account none', async () => {
  const userId = randomUUID()
  await hear({ userId, roles: ['admin', 'moderator'] })

  expect(await rolesOf(db, userId)).toEqual(['admin', 'moderator'])
  expect(await rolesOf(db, randomUUID())).toEqual([])
})

test('an account without a role is forgotten once no token and no event names one any more, and no other account', async () => {
  await db.delete(roleHolders)
  const [former, holder, recent] = [randomUUID(), randomUUID(), randomUUID()]
  const now = secondsLater(11 * 86_400)
  await hear(
    { userId: former, roles: [] },
    { userId: holder, roles: ['admin'] },
    { userId: recent, roles: [], changedAt: secondsLater(5 * 86_400) },
  )
  await forgetFormerHolders({ db, now: () => now }).run(new AbortController().signal)

  const left = await db.select({ userId: roleHolders.userId }).from(roleHolders)
  expect(left.map(({ userId }) => userId).toSorted()).toEqual([holder, recent].toSorted())
})
