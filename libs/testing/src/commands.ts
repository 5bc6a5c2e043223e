import { execFile } from 'node:child_process'
import { vi } from 'vitest'

type EndedCommand = { code: number; stdout: string; stderr: string }

type Run = (file: string, env: Record<string, string>, args: string[]) => Promise<EndedCommand>

/** Runs a file of `commands/` in a process of its own, as an operator does. It costs seconds: once for each command. */
export const spawnCommand: Run = (file, env, args) =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [file, ...args], { env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code
      if (typeof code === 'number') resolve({ code, stdout, stderr })
      else reject(error)
    })
  })

let runs = 0

/**
 * Runs a file of `commands/` in this process, with arguments, environment, output and exit code of its own. An error that the command
 * does not catch rejects. For one command at a time.
 */
export const runCommand: Run = async (file, env, args) => {
  const { argv, env: ownEnv, exitCode } = process
  const output = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      output[stream] += String(chunk)
      return true
    }),
  )
  Object.assign(process, { argv: [process.execPath, file, ...args], env: { ...env }, exitCode: undefined })
  try {
    runs += 1
    // The query has the file evaluated again. Its imports are loaded once.
    await import(/* @vite-ignore */ `${file}?run=${runs}`)
    return { code: Number(process.exitCode ?? 0), ...output }
  } finally {
    for (const spy of spies) spy.mockRestore()
    Object.assign(process, { argv, env: ownEnv, exitCode })
  }
}
