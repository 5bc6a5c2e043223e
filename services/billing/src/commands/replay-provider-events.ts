import { runReplayCommand } from '@walkon/runtime/replay-events-command'
import { billing } from '../app.ts'

process.exitCode = await runReplayCommand(billing, ['stripe'], process.env, process.argv.slice(2))
