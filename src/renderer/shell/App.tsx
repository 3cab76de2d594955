import { useEffect, useState } from 'react'
import { Boundary } from '../components/boundary/Boundary.tsx'
import { useApp } from '../platform/app-store.ts'
import { markFirstRender } from '../platform/first-render.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { Frame } from './Frame.tsx'
import { ThemeFrame } from './ThemeFrame.tsx'
import { WindowExtras } from './WindowExtras.tsx'

// only the first start needs it
const Welcome = lazyComponent(async () => (await import('./Welcome.tsx')).Welcome)
// a link is rare, and the code of its question is large
const LinkDialog = lazyComponent(async () => (await import('./links/LinkDialog.tsx')).LinkDialog)

export function App() {
  useEffect(markFirstRender, [])
  const none = useApp((state) => state.connections.connections.length === 0)
  // decided once: the welcome stays until its report is read, and removing the last connection does not show it again
  const [welcome, setWelcome] = useState(none)
  return (
    <ThemeFrame>
      {welcome ? <Welcome onDone={() => setWelcome(false)} /> : <Frame />}
      <Boundary place="extra">
        <LinkDialog onUsed={() => setWelcome(false)} />
      </Boundary>
      <WindowExtras />
    </ThemeFrame>
  )
}
