import { runRefundCommand } from '@walkon/runtime/refund-command'
import { billing } from '../app.ts'
import { saveSettledByHand } from '../db/guarantee/guarantee-refunds.ts'
import { readGuarantee } from '../use-cases/guarantee/read-guarantee.ts'

process.exitCode = await runRefundCommand(
  billing,
  {
    name: 'guarantee',
    prints: 'why an ended pass was refunded or not',
    about: 'pass',
    settle: saveSettledByHand,
    read: readGuarantee,
  },
  process.env,
  process.argv.slice(2),
)
