import { resolve } from 'node:path'
import { InvalidEnvironment } from '@walkon/service/config'
import { readDatabaseUrls } from '../database-urls.ts'
import { readOrMakeSecrets } from '../secrets.ts'
import { toEnvironments } from '../environments.ts'
import { toPublicUrl } from '../public-url.ts'
import { readDataDir, readLocalSettings } from '../settings.ts'
import { checkEnvironments, SAMPLE_ADDRESSES, SAMPLE_SECRETS } from '../unconnected-services.ts'
import { checkProviders } from './check-providers.ts'
import { CannotStart } from '../single-start.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

/** `npm run walkon -- COMMAND`: what an operator of `MODE=real` does beside starting it. */

type Command = { usage: string; run: (args: string[]) => Promise<void> }

const say = (line: string) => process.stdout.write(`${line}\n`)

const COMMANDS: Record<string, Command> = {
  backup: {
    usage: 'backup FILE       everything in one file, while Walkon runs or not',
    run: async ([file]) => {
      const target = resolve(requireArgument(file, 'FILE'))
      await backUp(readDataDir(process.env), target)
      say(
        `Backed up to ${target}. Who has this file opens every link and account in it: keep it as you keep a key.`,
      )
    },
  },
  restore: {
    usage: 'restore FILE      a backup, into an empty data folder',
    run: async ([file]) => {
      const dataDir = readDataDir(process.env)
      await restore(dataDir, resolve(requireArgument(file, 'FILE')))
      say(`Restored into ${dataDir}. Start Walkon with it.`)
    },
  },
  'check-providers': {
    usage: 'check-providers   tries feed, mail, push keys and each account of the settings once',
    run: async () => {
      const settings = readLocalSettings(process.env)
      if (!settings.real) throw new CannotStart('A look has no providers of its own. Set MODE=real.')
      checkEnvironments(settings)
      const hasData = (await readDatabaseUrls(settings.DATA_DIR)) !== null
      const secrets = hasData ? await readOrMakeSecrets(settings.DATA_DIR) : SAMPLE_SECRETS
      const { services } = toEnvironments(settings, secrets, {
        ...SAMPLE_ADDRESSES,
        publicUrl: settings.real.PUBLIC_URL ?? toPublicUrl(settings.HOST, settings.PORT),
      })
      const areWell = await checkProviders(services, {
        dataDir: settings.DATA_DIR,
        operator: String(settings.real.SUPPORT_EMAIL),
        say: ({ provider, isWell, told }) => say(`${isWell ? 'well ' : 'FAILS'}  ${provider}: ${told}`),
      })
      if (!areWell) process.exit(1)
    },
  },
}

function requireArgument(value: string | undefined, name: string): string {
  if (value === undefined) throw new CannotStart(`${name} is missing.`)
  return value
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (!command) {
  const usages = Object.values(COMMANDS).map(({ usage }) => `  npm run walkon -- ${usage}`)
  process.stderr.write(`${name ? `There is no command ${name}. ` : ''}Commands:\n${usages.join('\n')}\n`)
  process.exit(2)
}
try {
  await command.run(args)
  process.exit(0)
} catch (error) {
  const isKnown = error instanceof CannotStart || error instanceof InvalidEnvironment
  process.stderr.write(`${isKnown ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}
