import { shellText } from '../text/en/shell.ts';
import { useLinks } from './links.ts';

export function Brand() {
  const { href } = useLinks();
  return (
    <a class="brand" href={href('/')}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="#0b5568" />
        <path
          d="M8 17.5 13.5 23 24 10"
          fill="none"
          stroke="#fff"
          stroke-width="3.5"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      </svg>
      {shellText.product}
    </a>
  );
}
