import { MantineProvider } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useApp } from '../platform/app-store.ts'
import { theme } from '../platform/theme/theme.ts'

/** A frame that gives a window the theme of the settings. */
export function ThemeFrame({ children }: { readonly children: ReactNode }) {
  const choice = useApp((state) => state.settings.theme)
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', undefined, { getInitialValueInEffect: false })
  const scheme = choice === 'system' ? (systemDark ? 'dark' : 'light') : choice
  return (
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} forceColorScheme={scheme}>
      {children}
    </MantineProvider>
  )
}
