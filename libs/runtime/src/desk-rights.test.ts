import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { demandRightOver } from './desk-rights.ts'

const [actorId, other] = [randomUUID(), randomUUID()]
const support = { actorId, isAdmin: false }
const admin = { actorId, isAdmin: true }

test('support acts on a visitor, with or without an account', () => {
  expect(() => demandRightOver(support, other, [])).not.toThrow()
  expect(() => demandRightOver(support, null, [])).not.toThrow()
})

test('support acts on no account with a role, and an admin does', () => {
  for (const role of ['admin', 'moderator', 'support'] as const)
    expect(() => demandRightOver(support, other, [role])).toThrow(
      expect.objectContaining({ code: 'staff-account' }),
    )
  expect(() => demandRightOver(admin, other, ['admin'])).not.toThrow()
})

test('neither support nor an admin acts on the own account', () => {
  for (const staff of [support, admin])
    expect(() => demandRightOver(staff, actorId, [])).toThrow(
      expect.objectContaining({ code: 'own-account' }),
    )
})
