import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Voice } from './sample-voices.ts'
import { useIsSeen } from './use-motion.ts'

/** Ten cards in a loop without a seam: the list stands twice. It waits under the pointer and the focus, out of view, and when it is paused. */
export function Voices({ voices }: { voices: Voice[] }) {
  const [isPaused, setPaused] = useState(false)
  const line = useRef<HTMLElement>(null)
  const isSeen = useIsSeen(line)
  return (
    <section className="pt-8" aria-labelledby="voices" data-offer="samples">
      <div className="page mb-8 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="voices">From the other side of the turnstile</h2>
          <p className="mt-2 text-14 text-ink-2">Sample quotes, made up for this page.</p>
        </div>
        <Button
          quiet
          small
          className="voices__brake"
          aria-pressed={isPaused}
          onClick={() => setPaused(!isPaused)}
        >
          Pause
        </Button>
      </div>
      <section ref={line} className="voices" tabIndex={0} aria-label="What visitors say">
        <div className={isSeen && !isPaused ? 'voices__track' : 'voices__track is-paused'}>
          <VoiceList voices={voices} />
          <VoiceList voices={voices} isCopy />
        </div>
      </section>
    </section>
  )
}

type VoiceListProps = { voices: Voice[]; isCopy?: boolean }

const VoiceList = ({ voices, isCopy = false }: VoiceListProps) => (
  <ul aria-hidden={isCopy || undefined}>
    {voices.map(({ name, park, text, stars }) => (
      <li key={name} className="voice">
        <span className={`stars stars--${stars}`} role="img" aria-label={`${stars} of 5 stars`} />
        <p className="text-18">{text}</p>
        <p className="text-14">
          <b className="block">{name}</b>
          <span className="text-ink-2">visited {park}</span>
        </p>
      </li>
    ))}
  </ul>
)
