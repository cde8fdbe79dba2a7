use crate::operations::process::Installation;

#[test]
fn the_health_command_reports_readiness() {
    let installation = Installation::new();
    let server = installation.serve(&[]);
    let bind = server.address.strip_prefix("http://").unwrap().to_owned();
    let ready = installation.run(&["health", "--bind", &bind]);
    assert_eq!((ready.status.code(), ready.stderr.len()), (Some(0), 0), "{ready:?}");
    let (_, port) = bind.rsplit_once(':').unwrap();
    let inside =
        installation.command(&["health"]).env("POSTUP_BIND", format!("0.0.0.0:{port}")).output();
    assert!(inside.unwrap().status.success(), "the address of a container's server");

    drop(server);
    let gone = installation.run(&["health", "--bind", &bind]);
    assert_eq!(gone.status.code(), Some(1));
    let stderr = String::from_utf8(gone.stderr).unwrap();
    assert!(stderr.contains("is not ready") && stderr.contains(&bind), "{stderr}");
}
