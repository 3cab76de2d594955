/**
 * Matches a host without a scheme, optionally with port and path: `localhost`, an IPv4 address, or a name whose last
 * label has only letters. All public names end like this, but model names such as `qwen2.5-72b` do not.
 */
export const hostLike =
  /^(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|(?:[a-z0-9_-]+\.)+(?:[a-z]{2,24}|xn--[a-z0-9-]{1,59}))(?::\d{1,5})?(?:[/?#]|$)/i
