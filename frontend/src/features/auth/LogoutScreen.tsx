import { useEffect } from "react";
import { useNavigate } from "react-router";
import { session } from "../../api/session";
import { paths } from "../../paths";
import { clearDrafts } from "../drafts/draftStorage";

export function LogoutScreen() {
  const navigate = useNavigate();
  useEffect(() => {
    session.clear();
    clearDrafts();
    void navigate(paths.login(), { replace: true });
  }, [navigate]);
  return null;
}
