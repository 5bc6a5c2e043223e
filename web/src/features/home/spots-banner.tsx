import { Shape } from '../../ui/shape.tsx'
import { spotsShape, spotsWords } from '../../lib/spots.ts'

type SpotsBannerProps = { parks: { id: string; name: string; spots: number }[] }

/** The spots left today at the popular parks, together and at each. */
export function SpotsBanner({ parks }: SpotsBannerProps) {
  return (
    <section className="border-y border-line bg-well" aria-labelledby="spots">
      <div className="page grid items-center gap-x-10 gap-y-4 py-5 lg:grid-cols-[auto_1fr]">
        <h2 id="spots" className="text-28 leading-8 font-stretch-112%">
          {spotsWords(parks.reduce((sum, { spots }) => sum + spots, 0))}
        </h2>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.375rem,1fr))] gap-x-4 gap-y-1 lg:grid-cols-[repeat(3,auto)] lg:justify-end lg:gap-x-8">
          {parks.map((park) => (
            <li key={park.id} className="flex items-center gap-2 text-14 leading-6">
              <Shape name={spotsShape(park.spots)} className="[--size:12px]" />
              <b className="min-w-[2ch] text-right font-display">{park.spots}</b>
              <span className="sr-only">spots left at</span>
              {park.name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
