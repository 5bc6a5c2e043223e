import { SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'

/** Every command of an operator: of `npm run walkon` in a checkout, and of `walkon.mjs` in the images that have its program. */

/** How an operator sees beforehand what a command would change. */
export const DRY_RUNS = {
  reads: 'reads only',
  'without --apply': 'without `--apply`',
  '--dry-run': '`--dry-run`',
  repeatable: 'none: safe to repeat',
} as const

/** A command's program runs once for one service, with its settings, or once for the product. */
type Runs = {
  services: readonly ServiceName[]
  /** The program's source, from the root of the repository. */
  sourceOf(service: ServiceName): string
  /** True if the program is one for all services, with the service as its first argument. */
  isTold?: boolean
}

export type OperatorCommand = {
  name: string
  /** The arguments after the name, as the usage shows them. */
  args: string
  does: string
  dryRun: keyof typeof DRY_RUNS
  /** Null for what is done in the process itself: the commands of one machine. */
  runs: Runs | { source: string } | null
  /** True for what only a deployed product needs: the environment names its stores. */
  isDeployedOnly?: boolean
}

type Described = Pick<OperatorCommand, 'name' | 'args' | 'does' | 'dryRun' | 'isDeployedOnly'>

/** A command of the folder `commands/` of services. */
const ofServices = (services: readonly ServiceName[], command: Described): OperatorCommand => ({
  ...command,
  runs: { services, sourceOf: (service) => `services/${service}/src/commands/${command.name}.ts` },
})
const ofProduct = (source: string, command: Described): OperatorCommand => ({ ...command, runs: { source } })

export const COMMANDS: OperatorCommand[] = [
  {
    name: 'backup',
    args: 'FILE',
    does: 'backs up everything of one machine in one file, while Walkon runs or not ([recovery](recovery.md#one-machine-for-real))',
    dryRun: 'reads',
    runs: null,
  },
  {
    name: 'restore',
    args: 'FILE',
    does: 'restores a backup of one machine, into an empty data folder; a dry run reads the file to its end',
    dryRun: '--dry-run',
    runs: null,
  },
  {
    name: 'check-providers',
    args: '',
    does: 'of `MODE=real`: tries feed, mail, push keys and each account of the settings once; the operator gets a mail',
    dryRun: 'repeatable',
    runs: null,
  },
  ofProduct('infra/local/src/tell-alert-life.ts', {
    name: 'alert-life',
    args: 'ID',
    does: 'tells the [life](#following-one-alert) of an alert, a letter, an order, an issue, a table or a return time',
    dryRun: 'reads',
  }),
  ofServices(['identity'], {
    name: 'grant-role',
    args: 'admin|moderator|support ADDRESS',
    does: 'gives a role to an account; makes the first admin',
    dryRun: '--dry-run',
  }),
  ofServices(['identity'], {
    name: 'publish-users',
    args: 'NAME',
    does: 'publishes accounts, roles and signing keys again, for a service that joins',
    dryRun: '--dry-run',
  }),
  ofServices(['identity'], {
    name: 'reseal-secrets',
    args: '',
    does: 'encrypts with the first of `IDENTITY_KEYS`, before [a key is dropped](runbooks/key-rotation.md#steps)',
    dryRun: 'without --apply',
  }),
  ofServices(['identity', 'alert-evaluator', 'notifier', 'planner'], {
    name: 'after-restore',
    args: '--to INSTANT',
    does: 'brings back what the event log knows after [a restore](runbooks/database.md#restore-to-a-point-in-time): alerts that were made, tables that were told, deletions, who has left',
    dryRun: 'without --apply',
    isDeployedOnly: true,
  }),
  ofServices(SERVICE_NAMES, {
    name: 'dead-letters',
    args: 'list | show ID | resend ID… | resend --all',
    does: 'lists and applies records that were [set aside](#dead-letters)',
    dryRun: 'without --apply',
  }),
  ofServices(['billing', 'notifier'], {
    name: 'replay-provider-events',
    args: 'PROVIDER [--since INSTANT]',
    does: 'has webhook events of Stripe, Postmark or Twilio applied again',
    dryRun: '--dry-run',
  }),
  ofServices(['billing'], {
    name: 'guarantee',
    args: 'PASS_ID [--settled-by-hand]',
    does: 'tells why an ended pass was [refunded](#refunds) or not',
    dryRun: '--dry-run',
  }),
  ofServices(['billing'], {
    name: 'owed-refund',
    args: 'CHECKOUT_ID [--settled-by-hand]',
    does: 'tells what a payment owes its buyer',
    dryRun: '--dry-run',
  }),
  ofServices(['billing'], {
    name: 'unmatched-payments',
    args: '[SESSION_ID --settled-by-hand]',
    does: 'lists [payments](#payments-that-are-missing) that Stripe has and billing has not',
    dryRun: '--dry-run',
  }),
  ofServices(['billing'], {
    name: 'add-promo-code',
    args: 'CODE --channel email|sms|push …',
    does: 'adds a promo code',
    dryRun: '--dry-run',
  }),
  ofServices(['park-data'], {
    name: 'import-history',
    args: 'FILE',
    does: 'imports an archive of waits; a dry run reads it to its end',
    dryRun: '--dry-run',
  }),
  ofServices(['park-data'], {
    name: 'build-statistics',
    args: '',
    does: 'builds the statistics of rides anew, from the observations that are kept',
    dryRun: 'repeatable',
  }),
  ofProduct('infra/images/src/prepare-database.ts', {
    name: 'prepare-database',
    args: '',
    does: 'makes the database, its schemas and roles; a [release](#release) begins with it',
    dryRun: 'repeatable',
    isDeployedOnly: true,
  }),
  ofProduct('libs/messaging/src/create-topics.ts', {
    name: 'create-topics',
    args: '',
    does: 'makes the topics that are missing, and gives each its settings',
    dryRun: '--dry-run',
    isDeployedOnly: true,
  }),
  {
    name: 'migrate',
    args: '',
    does: 'brings the schema of a service up to date',
    dryRun: '--dry-run',
    runs: { services: SERVICE_NAMES, sourceOf: (service) => `services/${service}/src/migrate.ts` },
    isDeployedOnly: true,
  },
  {
    name: 'republish',
    args: '--since INSTANT',
    does: 'publishes the outbox of a service again, after [Kafka is lost](runbooks/kafka-down.md#steps)',
    dryRun: 'without --apply',
    runs: { services: SERVICE_NAMES, sourceOf: () => 'libs/messaging/src/republish.ts', isTold: true },
    isDeployedOnly: true,
  },
]

/** A program of a command. `service` is null for those of the product. */
export type CommandProgram = {
  service: ServiceName | null
  source: string
  /** Its name in an image, without the extension. */
  bundledAs: string
  /** Its arguments before those of the operator. */
  args: string[]
}

export function programsOf({ name, runs }: OperatorCommand): CommandProgram[] {
  if (!runs) return []
  if ('source' in runs) return [{ service: null, source: runs.source, bundledAs: name, args: [] }]
  return runs.services.map((service) => ({
    service,
    source: runs.sourceOf(service),
    // A step of a release, which names it first.
    bundledAs: name === 'migrate' ? `migrate-${service}` : `${service}-${name}`,
    args: runs.isTold ? [service] : [],
  }))
}

/** The table of docs/operations.md. */
export const toCommandsTable = (): string =>
  [
    '| command | in the image of | does | dry run |',
    '|---|---|---|---|',
    ...COMMANDS.map(
      (command) =>
        `| \`${toUsage(command).replaceAll('|', '\\|')}\` | ${toImages(command)} | ${command.does} | ${DRY_RUNS[command.dryRun]} |`,
    ),
  ].join('\n')

/** The page with its table of commands as it is now. */
export const withCommandsTable = (page: string): string =>
  page.replace(/\| command \|[^]*?\n\n/, `${toCommandsTable()}\n\n`)

/** A command with its arguments; SERVICE may be left out where a command has one. */
export function toUsage(command: OperatorCommand): string {
  const { name, args, dryRun } = command
  const services = new Set(programsOf(command).map(({ service }) => service))
  const option = { 'without --apply': '[--apply]', '--dry-run': '[--dry-run]', reads: '', repeatable: '' }[
    dryRun
  ]
  return [name, services.size > 1 && 'SERVICE', args, option].filter(Boolean).join(' ')
}

/** The images of a deployed product that have the command's program, and that of one machine. */
export function toImages(command: OperatorCommand): string {
  if (!command.runs) return 'all-in-one'
  const ofCommand = programsOf(command)
  const names = ofCommand.flatMap(({ service }) => (service && command.name !== 'migrate' ? service : []))
  const deployed = names.length === SERVICE_NAMES.length ? 'each service' : names.join(', ')
  return [deployed || 'preparation', !command.isDeployedOnly && 'all-in-one'].filter(Boolean).join(', ')
}
