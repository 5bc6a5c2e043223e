import { letRideFall, openBurstPark, setStage } from './burst-stage.ts'
import { scaled } from './measures.ts'
import { atLeast, mustBe, type BenchResult } from './result.ts'

const TEXTS = 2_000
/** What Twilio and the carriers allow an account; the notifier's own gate keeps to it. */
const PER_SECOND = 100

/** One ride falls for many visitors who get texts: how much of the provider's rate is used. */
export async function benchTexts(serverUrl: string, scale: number): Promise<BenchResult[]> {
  const stage = await setStage(serverUrl, { TEXTS_PER_SECOND: String(PER_SECOND) })
  try {
    const park = await openBurstPark(stage, scaled(TEXTS, scale, 2 * PER_SECOND), 'sms')
    const { firstAt, lastAt, recipients, doubled } = await letRideFall(stage, park)
    const seconds = ((lastAt ?? Number.NaN) - (firstAt ?? Number.NaN)) / 1_000
    // The first second's texts may go at once.
    const perSecond = (park.visitors - PER_SECOND) / seconds
    return [
      atLeast(
        `texts accepted at a limit of ${PER_SECOND} a second, share of the limit`,
        perSecond / PER_SECOND,
        'ratio',
        0.95,
      ),
      mustBe('texts lost in that run', park.visitors - recipients, 'texts', 0),
      mustBe('texts doubled in that run', doubled, 'texts', 0),
    ]
  } finally {
    await stage.stop()
  }
}
