import { runReplayCommand } from '@walkon/runtime/replay-events-command'
import { notifier } from '../app.ts'

process.exitCode = await runReplayCommand(
  notifier,
  ['postmark', 'twilio'],
  process.env,
  process.argv.slice(2),
)
