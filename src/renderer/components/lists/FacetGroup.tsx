import classes from './filter-popover.module.css'

interface FacetGroupProps<T extends string> {
  readonly name: string
  /** The values; a count of null is not shown. */
  readonly known: readonly { readonly value: T; readonly count: number | null }[]
  readonly chosen: readonly T[]
  readonly words?: (value: T) => string
  readonly onChoose: (chosen: T[]) => void
}

/** A filter of a list by values of one kind. A chosen value can be removed even if no item has it any more. */
export function FacetGroup<T extends string>(props: FacetGroupProps<T>) {
  const { name, known, chosen, words = (value) => value, onChoose } = props
  const gone = chosen.filter((value) => known.every((facet) => facet.value !== value))
  const all = [...known, ...gone.map((value) => ({ value, count: 0 }))]
  if (all.length === 0) return null
  return (
    <fieldset className={classes.group}>
      <legend>{name}</legend>
      <div className={classes.facets}>
        {all.map(({ value, count }) => (
          <label key={value} className={classes.facet}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChoose(event.currentTarget.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
              }
            />
            <span>{words(value)}</span>
            {count === null ? null : <em>{count}</em>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
