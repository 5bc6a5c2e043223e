import { createElement, lazy, useState, type ComponentType } from 'react'

/** A component whose code is loaded when it is first drawn, or before that by `load`. */
export type Later<Props> = ComponentType<Props> & { load: () => Promise<unknown>; componentName: string }

export function later<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): Later<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => (loaded ??= (await load())[name])
  const Lazy: ComponentType<Props> = lazy(async () => ({ default: await loadOnce() }))

  /** Code that is there already needs no fallback, and prerendered HTML no second loading. */
  function LaterComponent(props: Props) {
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return createElement(Component, props)
  }
  return Object.assign(LaterComponent, { load: loadOnce, componentName: name })
}
