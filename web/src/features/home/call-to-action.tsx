import { ButtonLink } from '../../ui/button.tsx'

export function CallToAction() {
  return (
    <section
      className="page grid grid-cols-1 gap-8 overflow-hidden py-[clamp(56px,8vw,112px)]"
      aria-labelledby="call-to-action"
    >
      <p className="call" aria-hidden="true">
        <span className="call__wait">wait wait wait wait wait wait wait wait</span>
        <span className="call__walk">walk on.</span>
      </p>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <h2 id="call-to-action">Your next short line is today.</h2>
        <ButtonLink to="/get-alerts">Get Started</ButtonLink>
      </div>
    </section>
  )
}
