import { InvalidEnvironment, type Environment } from '@walkon/service/config'
import { SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { CannotStart } from '../single-start.ts'
import { COMMANDS, programsOf, toUsage, type CommandProgram, type OperatorCommand } from './commands.ts'

/** The front of all commands: finds the program of a command, gives it its environment and runs it. */

type Outcome = number | void

export type Front = {
  /** How an operator calls the front. */
  calledBy: string
  /** Commands that are done in this process. */
  own: Record<string, (args: string[]) => Promise<Outcome>>
  /** Runs a program with the settings of a run of one machine; null in an image of a deployed product, whose environment has them. */
  withOwnEnvironment: ((run: (environmentOf: EnvironmentOf) => Promise<number>) => Promise<number>) | null
}
export type EnvironmentOf = (service: ServiceName) => Environment

const ROOT = resolve(import.meta.dirname, '../../../..')

/** Resolves with the exit code: that of the command, 2 for a wrong use, 1 for what cannot be done. */
export async function runFront(front: Front, [name = '', ...args]: string[]): Promise<number> {
  const present = COMMANDS.filter((command) => isPresent(command, front))
  const command = present.find((one) => one.name === name)
  if (!command) {
    process.stderr.write(`${toComplaint(name)}${toHelp(present, front)}`)
    return name === '' || name === 'help' ? 0 : 2
  }
  try {
    const own = front.own[name]
    return own ? ((await own(toOwnArgs(command, args))) ?? 0) : await runCommand(command, front, args)
  } catch (error) {
    const isKnown = error instanceof CannotStart || error instanceof InvalidEnvironment
    process.stderr.write(
      `${isKnown ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    )
    return 1
  }
}

const isPresent = (command: OperatorCommand, { own }: Front) =>
  command.runs ? findPrograms(command).length > 0 : Object.hasOwn(own, command.name)

function toComplaint(name: string): string {
  if (name === '' || name === 'help') return ''
  return COMMANDS.some((command) => command.name === name)
    ? `The command ${name} is in another image. `
    : `There is no command ${name}. `
}

const toHelp = (present: OperatorCommand[], { calledBy }: Front): string =>
  `Commands:\n${present.map((command) => `  ${calledBy} ${toUsage(command)}\n`).join('')}`

/** The programs of a command that are here: all in a checkout, those of the image in an image. */
const findPrograms = (command: OperatorCommand) =>
  programsOf(command).flatMap((program) => {
    const file = findFile(program)
    return file === null ? [] : [{ ...program, file }]
  })

function findFile({ source, bundledAs }: CommandProgram): string | null {
  const bundled = join(dirname(process.argv[1] ?? ''), `${bundledAs}.mjs`)
  return [join(ROOT, source), bundled].find((file) => existsSync(file)) ?? null
}

async function runCommand(command: OperatorCommand, front: Front, given: string[]): Promise<number> {
  const { program, args } = choose(command, given)
  const all = [...program.args, ...toProgramArgs(command, args)]
  const run = (env: Environment) => runProgram(program.file, all, env)
  const { service } = program
  if (service === null) return run({})
  // Names a deployed product, with everything else that its environment says.
  if (process.env['DATABASE_URL'] || !front.withOwnEnvironment) return run({})
  if (command.isDeployedOnly)
    throw new CannotStart(
      `${command.name} is for a deployed product: set DATABASE_URL and the other settings of ${service}.`,
    )
  return front.withOwnEnvironment((environmentOf) => run(environmentOf(service)))
}

/** The first argument names the service where more than one has the command. */
function choose(command: OperatorCommand, given: string[]) {
  const programs = findPrograms(command)
  const [first, ...rest] = given
  const named = programs.find(({ service }) => service !== null && service === first)
  if (named) return { program: named, args: rest }
  const [only] = programs
  if (programs.length === 1 && only && !SERVICE_NAMES.some((name) => name === first))
    return { program: only, args: given }
  const services = programs.map(({ service }) => service).join(', ')
  throw new CannotStart(`${command.name} SERVICE …, with one of: ${services}`)
}

/** A dry run may be asked for of every command that has one, also where it is the default. */
function toProgramArgs({ name, dryRun }: OperatorCommand, args: string[]): string[] {
  if (!args.includes('--dry-run') || dryRun === '--dry-run') return args
  if (dryRun === 'repeatable') throw new CannotStart(`${name} has no dry run. It is safe to repeat.`)
  if (args.includes('--apply')) throw new CannotStart('--dry-run and --apply exclude each other.')
  return args.filter((arg) => arg !== '--dry-run')
}

/** A command of one machine takes a dry run where its usage names it, and nowhere else: `backup` would write its file. */
function toOwnArgs(command: OperatorCommand, args: string[]): string[] {
  if (command.dryRun === 'reads' && args.includes('--dry-run'))
    throw new CannotStart(`${command.name} has no dry run. It changes nothing of Walkon.`)
  return toProgramArgs(command, args)
}

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Passes signals on, and resolves with the exit code of the program. */
function runProgram(file: string, args: string[], env: Environment): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [...process.execArgv, file, ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    const passOn = (signal: NodeJS.Signals) => void child.kill(signal)
    for (const signal of PASSED_ON) process.on(signal, passOn)
    child.once('error', fail)
    child.once('exit', (code, signal) => {
      for (const one of PASSED_ON) process.off(one, passOn)
      done(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}
