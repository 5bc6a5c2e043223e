import { useId, type ReactNode } from 'react'

type ToolColumnsProps = {
  /** The list's name. */
  title: string
  /** A form that adds to the list. */
  aside: ReactNode
  asideTitle: string
  /** One line under the form's title. */
  asideText: string
  children: ReactNode
}

/** A list in the width of a tool, with the form that adds to it beside. Without room beside it, the form is below the list. */
export const ToolColumns = ({ title, aside, asideTitle, asideText, children }: ToolColumnsProps) => {
  const id = useId()
  return (
    <div className="grid gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,1fr)_320px]">
      <section aria-labelledby={`${id}-list`} className="grid min-w-0 content-start gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id={`${id}-list`} className="text-22! leading-7!">
            {title}
          </h2>
          <a href={`#${id}-form`} className="text-14 lg:hidden">
            {asideTitle}
          </a>
        </div>
        {children}
      </section>
      <section
        aria-labelledby={`${id}-form`}
        className="grid min-w-0 content-start gap-3 border-line max-lg:border-t max-lg:pt-6 lg:border-l lg:pl-6"
      >
        <div>
          <h2 id={`${id}-form`} tabIndex={-1} className="text-22! leading-7!">
            {asideTitle}
          </h2>
          <p className="text-14 text-ink-2">{asideText}</p>
        </div>
        {aside}
      </section>
    </div>
  )
}
