import type { Database } from '@walkon/service/database'
import { createJobLoop } from '@walkon/service/jobs'
import type { Part } from '@walkon/service/lifecycle'
import { findDiskFault, findFeedFault, findMailFault } from './find-faults.ts'
import { readStandings, writeStandings } from './standings-file.ts'
import { decideStanding, SUBJECTS, type Fault, type Standings, type Subject } from './standings.ts'
import { tellOperator, type TellDeps } from './tell-operator.ts'

const MOST_SECONDS = 60
/** A mail waits so many polls before mail counts as failing: five minutes for a feed that is polled each minute. */
const MAIL_POLLS = 5
const MOST_MAIL_SECONDS = 300

export type WatchOptions = TellDeps & {
  dataDir: string
  /** Folders whose disks are watched. */
  folders: string[]
  parkData: Database
  pollSeconds: number
  freeBytesOf?: (folder: string) => Promise<number>
}

export type Watch = {
  part: Part
  /** Looks once, and tells changes. */
  look: () => Promise<void>
  /** The present faults, for `/readyz`. */
  faults: () => Record<string, string>
}

/** Watches the feed, the disk and the mail of a product without alarms. Tells its operator once when one fails and once when it is well. */
export function watchForOperator(options: WatchOptions): Watch {
  const { dataDir, pollSeconds, notifier, parkData, log, now } = options
  const startedAt = now()
  let known: Standings = {}

  const isFailing = (subject: Subject) => Boolean(known[subject]?.fault)
  const findFault: Record<Subject, () => Promise<Fault>> = {
    feed: () => findFeedFault(parkData, { pollSeconds, startedAt, isFailing: isFailing('feed'), now: now() }),
    disk: () => findDiskFault(options.folders, isFailing('disk'), options.freeBytesOf),
    mail: () => findMailFault(notifier.db, Math.min(MOST_MAIL_SECONDS, MAIL_POLLS * pollSeconds)),
  }

  async function lookAt(subject: Subject): Promise<void> {
    const standing = decideStanding(known[subject], await findFault[subject](), now())
    known = { ...known, [subject]: standing }
    if (standing.isTold) return
    // Kept before it is told: the mail of a process that was killed has the same Message-ID as that of the next.
    await writeStandings(dataDir, known)
    if (await tellOperator(options, subject, standing))
      known = { ...known, [subject]: { ...standing, isTold: true } }
    await writeStandings(dataDir, known)
  }

  /** One that cannot be looked at, as a database whose disk is full, hides no other. */
  async function look(): Promise<void> {
    const looks = []
    for (const subject of SUBJECTS) looks.push(...(await Promise.allSettled([lookAt(subject)])))
    const failed = looks.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  const loop = createJobLoop(
    { name: 'watch-for-operator', intervalMs: Math.min(MOST_SECONDS, pollSeconds) * 1_000, run: look },
    log,
  )
  return {
    part: {
      ...loop,
      start: async () => {
        known = await readStandings(dataDir)
        await loop.start?.()
      },
    },
    look,
    faults: () =>
      Object.fromEntries(
        SUBJECTS.flatMap((subject) => {
          const fault = known[subject]?.fault
          return fault ? [[subject, fault]] : []
        }),
      ),
  }
}
