import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { session } from "../../api/session";
import { paths } from "../../paths";
import { clearDrafts } from "../../ui/useDraft";

export function LogoutScreen() {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    session.clear();
    clearDrafts();
    client.clear();
    void navigate(paths.login(), { replace: true });
  }, [client, navigate]);
  return null;
}
