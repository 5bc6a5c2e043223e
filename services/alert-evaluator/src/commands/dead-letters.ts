import { runDeadLetterCommand } from '@walkon/runtime/dead-letter-command'
import { alertEvaluator } from '../app.ts'

process.exitCode = await runDeadLetterCommand(alertEvaluator, process.env, process.argv.slice(2))
