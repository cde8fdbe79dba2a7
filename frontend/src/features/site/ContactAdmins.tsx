import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../paths";
import { siteQueries } from "./queries";

/** The pages that say how to reach the admins, the best first. */
const CONTACT = ["contact", "imprint"];

function useContact(): string | undefined {
  const { data: pages = [] } = useQuery(siteQueries.pages());
  return CONTACT.find((slug) => pages.some((page) => page.slug === slug));
}

/** "Contact the administrators", which leads to the page of the site that says how, if it has one. */
export function ContactAdmins() {
  const slug = useContact();
  const words = t`Contact the administrators`;
  return slug ? <Link to={paths.page(slug)}>{words}</Link> : words;
}

/** The same as a line of its own, left out where it would lead nowhere. */
export function ContactLine({ className }: { className?: string | undefined }) {
  return (
    useContact() && (
      <p className={className}>
        <ContactAdmins />
      </p>
    )
  );
}
