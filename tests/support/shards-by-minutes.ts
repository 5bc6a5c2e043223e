import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Of the files that take longest, as `.ci/run` prints them. Every other one counts as the middle of the rest. */
const MINUTES: Record<string, number> = {
  'pages.test.ts': 1.9,
  'account-journey.test.ts': 1.4,
  'checkout-journey.test.ts': 1.4,
  'companion-journey.test.ts': 1.4,
  'desk-journey.test.ts': 1.4,
  'first-paint.test.ts': 1,
  'start.test.ts': 0.9,
}
const OTHER_MINUTES = 0.4

const minutesOf = ({ moduleId }: TestSpecification) => MINUTES[basename(moduleId)] ?? OTHER_MINUTES
const sum = (files: TestSpecification[]) => files.reduce((minutes, file) => minutes + minutesOf(file), 0)

/** Shards that take as long as each other: the longest file first, each to the shard that has least. */
export class ShardsByMinutes extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config
    if (!shard) return files
    const shards = Array.from({ length: shard.count }, (): TestSpecification[] => [])
    const longestFirst = files
      .toSorted((one, other) => one.moduleId.localeCompare(other.moduleId))
      .toSorted((one, other) => minutesOf(other) - minutesOf(one))
    for (const file of longestFirst) {
      const least = Math.min(...shards.map(sum))
      shards.find((one) => sum(one) === least)?.push(file)
    }
    return shards[shard.index - 1] ?? []
  }
}
