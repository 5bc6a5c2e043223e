import { runDeadLetterCommand } from '@walkon/runtime/dead-letter-command'
import { rankings } from '../app.ts'

process.exitCode = await runDeadLetterCommand(rankings, process.env, process.argv.slice(2))
