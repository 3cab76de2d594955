import { MantineProvider } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { Boundary } from '../components/boundary/Boundary.tsx'
import { Toasts } from '../components/window/Toasts.tsx'
import { useApp } from '../platform/app-store.ts'
import { theme } from '../platform/theme/theme.ts'
import { LostBanner } from './Banners.tsx'
import { Frame } from './Frame.tsx'
import { Tooltips } from './Tooltips.tsx'
import { Welcome } from './Welcome.tsx'

export function App() {
  const choice = useApp((state) => state.settings.theme)
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', undefined, { getInitialValueInEffect: false })
  const none = useApp((state) => state.connections.connections.length === 0)
  // decided once: the welcome stays until its report is read, and removing the last connection does not show it again
  const [welcome, setWelcome] = useState(none)
  const scheme = choice === 'system' ? (systemDark ? 'dark' : 'light') : choice
  return (
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} forceColorScheme={scheme}>
      {welcome ? <Welcome onDone={() => setWelcome(false)} /> : <Frame />}
      <Boundary place="extra">
        <LostBanner />
      </Boundary>
      <Boundary place="extra">
        <Toasts />
        <Tooltips />
      </Boundary>
    </MantineProvider>
  )
}
