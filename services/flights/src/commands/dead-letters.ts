import { runDeadLetterCommand } from '@walkon/runtime/dead-letter-command'
import { flights } from '../app.ts'

process.exitCode = await runDeadLetterCommand(flights, process.env, process.argv.slice(2))
