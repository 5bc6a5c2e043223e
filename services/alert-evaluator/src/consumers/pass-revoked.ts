import { passRevoked } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { erasePasses } from '../use-cases/passes/erase-passes.ts'
import { revokePasses } from '../use-cases/passes/revoke-passes.ts'

/** A revoked pass ends now. A pass revoked because its owner is erased is deleted. */
export const onPassRevoked = ({ now }: { now: () => Date }): Handler =>
  on(passRevoked, async (events, tx) => {
    const passesBy = Object.groupBy(events, ({ data }) => data.reason)
    const idsOf = (reason: keyof typeof passesBy) => passesBy[reason]?.map(({ data }) => data.passId) ?? []
    await revokePasses(tx, { refunded: idsOf('refunded'), disputed: idsOf('disputed') }, now())
    await erasePasses(tx, idsOf('erased'), now())
  })
