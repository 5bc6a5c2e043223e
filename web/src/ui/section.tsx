import { createContext, use, useId, type ReactNode } from 'react'
import { Link } from './link.tsx'

type SectionProps = {
  title: string
  text: string
  /** The present setting, shown in the row of a section. */
  value?: ReactNode
  /** The label of the button that opens the row, such as "Change". */
  act?: string
  children: ReactNode
}

const AreRows = createContext(false)

/** Its sections are rows, of which one is open at a time. */
export const Rows = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <div
      role="group"
      aria-labelledby={id}
      className="grid gap-x-10 pt-6 md:pt-10 lg:grid-cols-[216px_minmax(0,1fr)]"
    >
      <h2 id={id} className="pb-2 text-22 leading-7 lg:pt-4.5">
        {title}
      </h2>
      <div className="border-t border-line-strong *:not-first:border-t *:not-first:border-line">
        <AreRows value>{children}</AreRows>
      </div>
    </div>
  )
}

/** One subject of a page of settings: what it is about beside what can be done. */
export const Section = (props: SectionProps) => (use(AreRows) ? <Row {...props} /> : <Block {...props} />)

function Block({ title, text, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-4 border-t border-line py-8 md:grid-cols-[280px_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-2">
        <h2 id={id} className="text-22 leading-7">
          {title}
        </h2>
        <p className="text-14 text-ink-2">{text}</p>
      </div>
      <div className="grid max-w-120 content-start gap-4">{children}</div>
    </section>
  )
}

/** The row's name and its current setting; its forms open below. Entries stay while another row is open. */
function Row({ title, text, value, act = 'Change', children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <details name="settings" className="group">
        <summary className={`${LINE} list-none [&::-webkit-details-marker]:hidden`}>
          <h3 id={id} className={NAME}>
            {title}
          </h3>
          <span className={`${VALUE} group-open:invisible max-md:group-open:hidden`}>{value}</span>
          <span aria-hidden="true" className={`${ACT} max-md:group-open:row-span-1`}>
            <span className="group-open:hidden">{act}</span>
            <span className="hidden group-open:inline">Close</span>
          </span>
        </summary>
        <div className="grid max-w-120 content-start gap-4 pb-6 md:ml-46">
          <p className="text-14 text-ink-2">{text}</p>
          {children}
        </div>
      </details>
    </section>
  )
}

/** A row that leads to a page of its own. */
export const LinkRow = ({ title, value, to }: Pick<SectionProps, 'title' | 'value'> & { to: string }) => (
  <Link to={to} className={`${LINE} text-ink no-underline`}>
    <h3 className={NAME}>{title}</h3>
    <span className={VALUE}>{value}</span>
    <span aria-hidden="true" className={ACT}>
      See
    </span>
  </Link>
)

const LINE =
  'grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 md:grid-cols-[168px_minmax(0,1fr)_auto]'
const NAME = 'text-16 leading-6 tracking-normal'
const VALUE = 'min-w-0 wrap-anywhere max-md:col-start-1 max-md:text-14 max-md:text-ink-2'
const ACT =
  'min-h-11 min-w-16 content-center text-right font-display font-bold text-action max-md:col-start-2 max-md:row-span-2 max-md:row-start-1'
