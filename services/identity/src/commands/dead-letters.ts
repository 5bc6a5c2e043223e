import { runDeadLetterCommand } from '@walkon/runtime/dead-letter-command'
import { identity } from '../app.ts'

process.exitCode = await runDeadLetterCommand(identity, process.env, process.argv.slice(2))
