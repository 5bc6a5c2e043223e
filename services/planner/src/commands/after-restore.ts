import { runAfterRestoreCommand } from '@walkon/runtime/after-restore-command'
import { planner } from '../app.ts'
import { recallAfterRestore } from '../use-cases/restaurants/recall-after-restore.ts'

process.exitCode = await runAfterRestoreCommand(
  planner,
  recallAfterRestore,
  process.env,
  process.argv.slice(2),
)
