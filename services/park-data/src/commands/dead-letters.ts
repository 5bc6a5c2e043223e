import { runDeadLetterCommand } from '@walkon/runtime/dead-letter-command'
import { parkData } from '../app.ts'

process.exitCode = await runDeadLetterCommand(parkData, process.env, process.argv.slice(2))
