import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Minutes of the slowest files, as `.ci/run` prints them. Every other file counts as `OTHER_MINUTES`, the median of the rest. */
export const MINUTES: Record<string, number> = {
  'pages.test.ts': 3,
  'companion-journey.test.ts': 1.8,
  'account-journey.test.ts': 1.7,
  'checkout-journey.test.ts': 1.3,
  'start.test.ts': 1.3,
  'desk-texts-journey.test.ts': 1.2,
  'first-paint.test.ts': 1.2,
  'real-backup.test.ts': 1.2,
  'push-journey.test.ts': 1,
  'real-notices.test.ts': 1,
  'desk-journey.test.ts': 0.9,
}
const OTHER_MINUTES = 0.4

const minutesOf = (path: string) => MINUTES[basename(path)] ?? OTHER_MINUTES
export const sumMinutes = (paths: string[]) => paths.reduce((sum, path) => sum + minutesOf(path), 0)

/** Cuts files into shards that take as long as each other: the longest file first, each to the shard that has least. */
export function cutByMinutes(paths: string[], count: number): string[][] {
  const shards = Array.from({ length: count }, (): string[] => [])
  const longestFirst = paths.toSorted().toSorted((one, other) => minutesOf(other) - minutesOf(one))
  for (const path of longestFirst) {
    const least = Math.min(...shards.map(sumMinutes))
    shards.find((shard) => sumMinutes(shard) === least)?.push(path)
  }
  return shards
}

export class ShardsByMinutes extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config
    if (!shard) return files
    const paths = files.map(({ moduleId }) => moduleId)
    const own = new Set(cutByMinutes(paths, shard.count)[shard.index - 1])
    return files.filter(({ moduleId }) => own.has(moduleId))
  }
}
