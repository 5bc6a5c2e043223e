import { passRevoked } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { erasePasses } from '../use-cases/erase-passes.ts'
import { revokePasses } from '../use-cases/revoke-passes.ts'

/** A revoked pass ends now. A pass revoked because its owner is erased is deleted. */
export const onPassRevoked = (): Handler =>
  on(passRevoked, async (events, tx) => {
    const { erased = [], ended = [] } = Object.groupBy(events, ({ data }) =>
      data.reason === 'erased' ? 'erased' : 'ended',
    )
    await revokePasses(
      tx,
      ended.map(({ data }) => data.passId),
    )
    await erasePasses(
      tx,
      erased.map(({ data }) => data.passId),
    )
  })
