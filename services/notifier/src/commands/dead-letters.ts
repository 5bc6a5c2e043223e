import { runDeadLetterCommand } from '@walkon/runtime/dead-letter-command'
import { notifier } from '../app.ts'

process.exitCode = await runDeadLetterCommand(notifier, process.env, process.argv.slice(2))
