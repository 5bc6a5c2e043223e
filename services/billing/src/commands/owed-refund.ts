import { runRefundCommand } from '@walkon/runtime/refund-command'
import { billing } from '../app.ts'
import { findOwed, saveOwedSettledByHand } from '../db/checkout/checkouts.ts'

process.exitCode = await runRefundCommand(
  billing,
  {
    name: 'owed-refund',
    prints: 'what a payment owes its buyer and how its refund stands',
    about: 'checkout',
    settle: saveOwedSettledByHand,
    read: findOwed,
  },
  process.env,
  process.argv.slice(2),
)
