import { resolve } from 'node:path'
import { readLocalSettings, readDataDir } from '../settings.ts'
import { CannotStart } from '../single-start.ts'
import { checkEnvironments } from '../unconnected-services.ts'
import { backUp } from './backup.ts'
import { checkProviders } from './check-providers.ts'
import { runFront, type Front } from './front.ts'
import { readEnvironments, withOwnEnvironment } from './own-environment.ts'
import { requireWhole, restore } from './restore.ts'

/** `npm run walkon -- COMMAND`: every command of an operator, on the run of this checkout or, with DATABASE_URL, on a deployed product. */

const say = (line: string) => process.stdout.write(`${line}\n`)

const own: Front['own'] = {
  async backup([file]) {
    const target = resolve(requireArgument(file, 'FILE'))
    await backUp(readDataDir(process.env), target)
    say(
      `Backed up to ${target}. Who has this file opens every link and account in it: keep it as you keep a key.`,
    )
  },
  async restore(args) {
    const file = resolve(
      requireArgument(
        args.find((arg) => arg !== '--dry-run'),
        'FILE',
      ),
    )
    if (args.includes('--dry-run')) {
      await requireWhole(file)
      say(`${file} is whole. Nothing is changed (dry run).`)
      return
    }
    const dataDir = readDataDir(process.env)
    await restore(dataDir, file)
    say(`Restored into ${dataDir}. Start Walkon with it.`)
  },
  async 'check-providers'() {
    const settings = readLocalSettings(process.env)
    if (!settings.real) throw new CannotStart('A look has no providers of its own. Set MODE=real.')
    checkEnvironments(settings)
    const areWell = await checkProviders(await readEnvironments(settings), {
      dataDir: settings.DATA_DIR,
      operator: String(settings.real.SUPPORT_EMAIL),
      say: ({ provider, isWell, told }) => say(`${isWell ? 'well ' : 'FAILS'}  ${provider}: ${told}`),
    })
    return areWell ? 0 : 1
  },
}

function requireArgument(value: string | undefined, name: string): string {
  if (value === undefined) throw new CannotStart(`${name} is missing.`)
  return value
}

process.exit(
  await runFront({ calledBy: 'npm run walkon --', own, withOwnEnvironment }, process.argv.slice(2)),
)
