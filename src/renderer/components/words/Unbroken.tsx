import classes from './Unbroken.module.css'

/** Longer names may break, because they might not fit on one line. */
const unbrokenMax = 32

/** A sentence whose names with hyphens, such as those of models, do not break at them. */
export function Unbroken({ text }: { readonly text: string }) {
  return text.split(/([\s()（），。]+)/).map((word, at) =>
    word.includes('-') && word.length <= unbrokenMax ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text keep their order
      <span key={at} className={classes.word}>
        {word}
      </span>
    ) : (
      word
    ),
  )
}
