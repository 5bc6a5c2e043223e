import { createElement, use, type ComponentType } from 'react'
import type { Later } from '../lib/later.ts'

const loading: Promise<unknown>[] = []

/**
 * In place of lib/later.ts: the code is loaded at once. React shows what it had to wait for 300 ms after its fallback,
 * so each page would cost a test that long.
 */
export function later<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): Later<Props> {
  let Component: ComponentType<Props> | undefined
  const loaded = load().then((module) => (Component = module[name]))
  loading.push(loaded)
  const LaterComponent = (props: Props) => createElement(Component ?? use(loaded), props)
  return Object.assign(LaterComponent, { load: () => loaded, componentName: name })
}

/** All code of the app is loaded, also what code names that was itself loaded later. */
export async function codeLoaded(): Promise<void> {
  for (let next = loading.pop(); next; next = loading.pop()) await next
}
