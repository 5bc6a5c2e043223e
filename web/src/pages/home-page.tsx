import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Wish } from '../features/activation/ticket.tsx'
import { HomeBoard } from '../features/parks/home-board.tsx'
import {
  FIRST_CHOICE,
  homeParks,
  MAGIC_KINGDOM,
  MAGIC_KINGDOM_TIMEZONE,
  type ParkChoice,
} from '../lib/popular-parks.ts'
import { boardQuery, destinationsQuery, parkQuery } from '../features/parks/queries.ts'
import { PriceFigure } from '../features/settings/figures.tsx'
import { Dormant } from '../lib/dormant.tsx'
import { later } from '../lib/later.ts'
import { LaterPart } from '../lib/later-part.tsx'
import { isOffered } from '../lib/offers.ts'
import { dollars } from '../lib/money.ts'
import { parkDateAt } from '../lib/park-time.ts'
import { useNow } from '../lib/use-now.ts'
import { HOME_TITLE, useTitle } from '../lib/use-title.ts'
import { HomeTicket } from './home-ticket.tsx'

// Everything below the first screen is not part of the first load.
const HomeSections = later(() => import('./home-sections.tsx'), 'HomeSections')

/** The live board, and the ticket that watches it. Both are about the same park, and the address names it. */
export function HomePage() {
  useTitle(HOME_TITLE)
  const now = useNow()
  const [params, setParams] = useSearchParams()
  const destinations = useQuery(destinationsQuery)
  const asked = params.get('park')
  const { popular, others } = homeParks(destinations.data ?? [], asked)
  const parks = [...popular, ...others]
  const parkId = choosePark(asked, parks)
  const isFirstChoice = parks.length === 0 && asked === null
  const { data: park } = useQuery(parkQuery(parkId))
  const { ticket, wish, tellMe, goToTicket, forgetWish } = useWayToTicket(
    parkId,
    useRideOfAddress(parkId, params.get('ride')),
  )

  function choose(id: string): void {
    forgetWish()
    setParams({ park: id }, { replace: true, preventScrollReset: true })
  }

  return (
    <>
      <section className="page pt-[clamp(24px,4vw,48px)] pb-[clamp(40px,6vw,80px)]">
        <div className="mb-[clamp(20px,3vw,36px)] grid gap-x-10 gap-y-3 lg:grid-cols-[minmax(0,1fr)_404px] lg:items-end">
          <Headline />
          <div className="grid gap-3">
            <Lede isParkUnknown={asked !== null && asked !== parkId && parks.length > 0} />
            {/* On a phone the ticket is below the board. */}
            <WayToTicket onGo={goToTicket} />
          </div>
        </div>
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_404px] lg:gap-10">
          <HomeBoard
            parkId={parkId}
            parks={parks}
            park={park}
            timezone={timezoneOf(parkId, parks) ?? park?.timezone ?? MAGIC_KINGDOM_TIMEZONE}
            now={now}
            onParkChange={choose}
            onTellMe={tellMe}
          />
          <div ref={ticket} className="min-w-0 scroll-mt-4">
            <HomeTicket
              popularParks={isFirstChoice ? [FIRST_CHOICE] : popular}
              otherParks={others}
              parkId={isFirstChoice || parks.length > 0 ? parkId : undefined}
              isParkAwaited={destinations.isPending}
              onParkChange={choose}
              now={now}
              wish={wish}
            />
          </div>
        </div>
      </section>
      <BelowTheTicket parkId={parkId} popularParks={popular} now={now} />
    </>
  )
}

/** On the narrowest phones its wide word has room beside the others. */
const Headline = () => (
  <h1 id="page-title">
    The minute it’s{' '}
    <span className="font-stretch-112% tracking-[-0.045em] min-[375px]:font-stretch-125%">short,</span>{' '}
    you&nbsp;know.
  </h1>
)

/** Both texts have one length, so that nothing moves when the parks arrive. */
const Lede = ({ isParkUnknown }: { isParkUnknown: boolean }) => (
  <p className="lede">
    {isParkUnknown
      ? 'We don’t know the park in your link, so here is Magic Kingdom instead.'
      : 'Choose a park and your days. The minute a ride gets short, we tell you.'}
  </p>
)

/** A link, which leads there before its code is loaded too. */
const WayToTicket = ({ onGo }: { onGo: () => void }) => (
  <a
    className="btn justify-self-start lg:hidden"
    href="#alerts"
    onClick={(event) => {
      event.preventDefault()
      onGo()
    }}
  >
    <span>
      Alert me for this park
      {isOffered('payments') && (
        <PriceFigure place=", from $1" missing="">
          {({ emailDayCents }) => (emailDayCents === 0 ? ', FREE' : `, from ${dollars(emailDayCents)}`)}
        </PriceFigure>
      )}
    </span>
  </a>
)

type BelowProps = { parkId: string; popularParks: ParkChoice[]; now: Date }

/** As the build has rendered it, until it comes near. */
const BelowTheTicket = ({ now, ...about }: BelowProps) => (
  <Dormant load={HomeSections.load}>
    <LaterPart load={HomeSections.load} place={<div className="min-h-dvh" />}>
      <HomeSections {...about} date={parkDateAt(now, MAGIC_KINGDOM_TIMEZONE)} />
    </LaterPart>
  </Dormant>
)

/** The ride that the address asks alerts for, once the board knows it. */
function useRideOfAddress(parkId: string, rideId: string | null): Wish | null {
  const { data: board } = useQuery({ ...boardQuery(parkId), enabled: false })
  const rideName = board?.rides.find((ride) => ride.rideId === rideId)?.name
  return useMemo(
    () => (rideName === undefined || rideId === null ? null : { parkId, rideId, rideName }),
    [parkId, rideId, rideName],
  )
}

/** Leads from a ride, or from an address that ends in `#alerts`, to the form. */
function useWayToTicket(parkId: string, asked: Wish | null) {
  const ticket = useRef<HTMLDivElement>(null)
  const [wish, setWish] = useState<Wish | null>(null)
  // The browser looks for the place in the address before it is drawn.
  useEffect(() => {
    if (location.hash === '#alerts') ticket.current?.scrollIntoView()
  }, [])
  const goToTicket = () => ticket.current?.scrollIntoView({ behavior: 'smooth' })
  return {
    ticket,
    wish: wish ?? asked,
    goToTicket,
    tellMe: ({ rideId, name }: { rideId: string; name: string }) => {
      setWish({ parkId, rideId, rideName: name })
      goToTicket()
    },
    forgetWish: () => setWish(null),
  }
}

type Park = { id: string; timezone: string }

/** The park of the address if there is one, else Magic Kingdom, which needs no list to be known. */
function choosePark(asked: string | null, parks: Park[]): string {
  if (parks.length === 0) return MAGIC_KINGDOM
  const known = (id: string | null) => parks.find((park) => park.id === id)?.id
  return known(asked) ?? known(MAGIC_KINGDOM) ?? parks[0]?.id ?? MAGIC_KINGDOM
}

function timezoneOf(parkId: string, parks: Park[]): string | undefined {
  return parks.find(({ id }) => id === parkId)?.timezone
}
