import { lazyComponent } from '../../platform/lazy-component.tsx'
import type { BoundedNumberProps } from './BoundedNumberField.tsx'

/** A number field with two bounds. Its library is a tenth of React's size and not needed for the first render. */
export const BoundedNumber = lazyComponent<BoundedNumberProps>(
  async () => (await import('./BoundedNumberField.tsx')).BoundedNumberField,
)
