import { Boundary } from '../components/boundary/Boundary.tsx'
import { Toasts } from '../components/window/Toasts.tsx'
import { LostBanner } from './Banners.tsx'
import { Tooltips } from './Tooltips.tsx'

/** Parts above the contents of every window: the banner of a lost connection, toasts and tooltips. */
export function WindowExtras() {
  return (
    <>
      <Boundary place="extra">
        <LostBanner />
      </Boundary>
      <Boundary place="extra">
        <Toasts />
        <Tooltips />
      </Boundary>
    </>
  )
}
