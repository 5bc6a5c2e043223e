import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A component whose code is loaded when it is first drawn. */
export const later = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: (await load())[name] }))
