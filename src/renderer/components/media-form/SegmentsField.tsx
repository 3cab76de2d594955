import type { ComponentProps } from 'react'
import { Field } from '../forms/Field.tsx'
import { Segments } from '../forms/Segments.tsx'

interface SegmentsFieldProps<T extends string | number> extends ComponentProps<typeof Segments<T>> {
  readonly className?: string | undefined
  /** Explanation below the options; null for none. */
  readonly hint?: string | null
}

/** Form field for a choice of a few options. */
export function SegmentsField<T extends string | number>(props: SegmentsFieldProps<T>) {
  const { className, hint = null, ...segments } = props
  return (
    <Field label={segments.label} className={className} hint={hint}>
      <Segments {...segments} />
    </Field>
  )
}
