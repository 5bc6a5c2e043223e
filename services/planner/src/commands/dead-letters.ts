import { runDeadLetterCommand } from '@walkon/runtime/dead-letter-command'
import { planner } from '../app.ts'

process.exitCode = await runDeadLetterCommand(planner, process.env, process.argv.slice(2))
