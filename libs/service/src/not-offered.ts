import { AppError } from './errors.ts'
import type { HttpApp } from './http.ts'

/**
 * Answers 404 `not-offered` at these paths and below them: this installation has no provider for what other installations have there.
 * Their routes are not registered.
 */
export function registerNotOffered(app: HttpApp, paths: string[]): void {
  for (const prefix of paths) {
    app.register(
      async (scope) => {
        scope.setNotFoundHandler(() => {
          throw notOffered()
        })
      },
      { prefix },
    )
  }
}

export const notOffered = () => new AppError('not-offered', 'This installation does not offer it')
