import { runDeadLetterCommand } from '@walkon/runtime/dead-letter-command'
import { billing } from '../app.ts'

process.exitCode = await runDeadLetterCommand(billing, process.env, process.argv.slice(2))
